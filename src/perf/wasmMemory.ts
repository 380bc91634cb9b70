type Made = new (...args: never[]) => unknown;

/** Hears what `new WebAssembly[name]` makes, whoever calls it. */
function watchNew(name: 'Memory' | 'Instance', seen: (made: unknown) => void): void {
  const original = WebAssembly[name] as unknown as Made;
  const watched = new Proxy(original, {
    construct(target, args, newTarget) {
      const made = Reflect.construct(target, args, newTarget) as object;
      seen(made);
      return made;
    },
  });
  Object.defineProperty(WebAssembly, name, { value: watched, writable: true, configurable: true });
}

const { Memory, instantiate } = WebAssembly;
const memories = new Set<WebAssembly.Memory>();

const collect = ({ exports }: WebAssembly.Instance): void => {
  for (const value of Object.values(exports)) if (value instanceof Memory) memories.add(value);
};

const watched = async (...args: Parameters<typeof instantiate>): Promise<unknown> => {
  const result: unknown = await instantiate(...args);
  collect(
    result instanceof WebAssembly.Instance ? result : (result as WebAssembly.WebAssemblyInstantiatedSource).instance,
  );
  return result;
};

watchNew('Memory', (memory) => memories.add(memory as WebAssembly.Memory));
watchNew('Instance', (instance) => collect(instance as WebAssembly.Instance));
Object.assign(WebAssembly, {
  instantiate: watched,
  // Through the same door: what a stream saves does not matter here.
  instantiateStreaming: async (source: Response | Promise<Response>, imports?: WebAssembly.Imports) =>
    watched(await (await source).arrayBuffer(), imports),
});

/**
 * Bytes of every WebAssembly memory that this thread has made since this module was loaded, which must come first: libraries
 * make theirs while they load. Memories never shrink, so it is also the peak.
 */
export const wasmBytes = (): number => [...memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
