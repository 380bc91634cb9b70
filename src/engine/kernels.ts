import { RELAXED, SIMD } from './wasm/kernels.gen.ts';

/** Exports of the kernel module; see `wasm/assembly/index.ts`. Addresses are bytes. */
export interface Kernels {
  memory: WebAssembly.Memory;
  configure(...shape: number[]): void;
  reserve(items: number, tokens: number, ids: number, slots: number): void;
  packWeights(): void;
  clearGradient(): void;
  finishGradient(): void;
  score(items: number, tokens: number): void;
  backward(items: number, tokens: number): void;
  encode(slot: number, items: number): void;
  copySlot(from: number, to: number): void;
  decode(count: number, t: number): void;
  thetaAt(): number;
  gradAt(): number;
  idsAt(): number;
  offsetsAt(): number;
  tokensAt(): number;
  legalAt(): number;
  nextAt(): number;
  coefficientsAt(): number;
  logProbsAt(): number;
  logitsAt(): number;
  /** Bytes between the distributions of a decoding step. */
  logitsStride(): number;
  /** C[M, N] = A[M, K] · B; see `assembly/gemm.ts`. */
  multiply(...shapeAndPlaces: number[]): void;
  adamwReserve(size: number): number;
  adamwSpan(): number;
  adamwSquares(): number;
  adamwStep(...factors: number[]): void;
}

const bytes = (base64: string) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

let compiled: { module: WebAssembly.Module; relaxed: boolean } | undefined;

function load(): { module: WebAssembly.Module; relaxed: boolean } {
  if (compiled) return compiled;
  const fast = bytes(RELAXED);
  const relaxed = WebAssembly.validate(fast);
  compiled = { module: new WebAssembly.Module(relaxed ? fast : bytes(SIMD)), relaxed };
  return compiled;
}

/** True where fused multiply-add exists (relaxed SIMD): a quarter faster, other last bits. */
export const kernelsAreRelaxed = (): boolean => load().relaxed;

/** A fresh instance with its own memory. Compiled once per thread, synchronously (some 20 kB). */
export function instantiateKernels(): Kernels {
  const abort = () => {
    throw new Error('internal: a kernel aborted');
  };
  return new WebAssembly.Instance(load().module, { env: { abort } }).exports as unknown as Kernels;
}
