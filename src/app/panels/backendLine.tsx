import type { BackendInfo } from '../../engine/backend.ts';

/** Which engine, on what, and why; a fallback is called one. */
export function BackendLine({ backend }: { backend: BackendInfo | null }) {
  if (!backend) return <p class="backend soft">Looking for a GPU …</p>;
  const { backend: engine, adapter, fallback, reason } = backend;
  return (
    <p class="backend">
      <strong>{engine === 'webgpu' ? 'WebGPU' : 'WebAssembly'}</strong>
      <span>{adapter}</span>
      {fallback && <span class="tag warn">software adapter, slow</span>}
      <span class="soft">{engine === 'wasm' ? `not WebGPU, because ${reason}` : `because ${reason}`}</span>
    </p>
  );
}
