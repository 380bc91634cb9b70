import { existsSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ReverieError } from '../core/errors.ts';
import { cachedChromes, installedChromes, type Machine, thisMachine } from './chromePlaces.ts';

const LOADER = 'libvulkan.so.1';
const SWIFTSHADER = 'vk_swiftshader_icd.json';
/** Linux: the library stays after Node has found that it is no addon. */
const RTLD_NODELETE = 0x1000;

/** Keeps a library in this process, where later look-ups by its bare name find it. False when there is none to load. */
function hold(library: string): boolean {
  try {
    process.dlopen({ exports: {} }, library, constants.dlopen.RTLD_NOW | RTLD_NODELETE);
    return true;
  } catch (error) {
    return error instanceof Error && error.message.includes('did not self-register');
  }
}

/** A file that every Chrome for Linux has beside its program: Vulkan's loader and SwiftShader are among them. */
function besideChrome(machine: Machine, name: string): string | undefined {
  const programs = [...cachedChromes(machine), ...installedChromes(machine)].map((path) => realpathSync(path));
  // `/usr/bin/chromium` of Debian is a script, what it starts is in `/usr/lib/chromium`.
  const folders = programs.flatMap((path) => [dirname(path), join(dirname(path), '../lib', basename(path))]);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function findLoader(machine: Machine): void {
  const own = besideChrome(machine, LOADER);
  if (hold(LOADER) || (own !== undefined && hold(own))) return;
  throw new ReverieError('environment', {
    who: 'dawn',
    rule: `there is no Vulkan loader (${LOADER}), neither in the system nor beside a Chrome`,
    hint: 'Install one (Debian: apt-get install libvulkan1), or Chrome, which brings its own',
  });
}

/**
 * WebGPU without a browser: puts `navigator.gpu` and the classes of WebGPU into this process, by Dawn. `default` takes the
 * machine's own GPU, and SwiftShader only where there is none; `software` takes SwiftShader (on Linux; elsewhere Dawn knows
 * only the machine's own). Call it once, before the engine starts. Dawn's threads keep the process: end it with
 * `process.exit`.
 * @throws `environment` that says what is missing and what to install.
 */
export async function startDawn(webgpu: 'default' | 'software', machine: Machine = thisMachine()): Promise<void> {
  const onVulkan = machine.platform === 'linux';
  if (onVulkan) findLoader(machine);
  const { create, globals } = await import('webgpu');
  let gpu = onVulkan && webgpu === 'software' ? null : create([]);
  let adapter = await gpu?.requestAdapter();
  const software = onVulkan ? besideChrome(machine, SWIFTSHADER) : undefined;
  if (!adapter && software !== undefined) {
    // The loader reads the variable whenever an instance is made.
    process.env['VK_ICD_FILENAMES'] = software;
    gpu = create([]);
    adapter = await gpu.requestAdapter();
  }
  if (!adapter) {
    throw new ReverieError('environment', {
      who: 'dawn',
      rule: 'there is no GPU for WebGPU on this machine, not even a software one',
      hint: onVulkan
        ? 'Install the Vulkan driver of the GPU, or Chrome, which brings SwiftShader (Debian: apt-get install chromium)'
        : 'Install the driver of the GPU',
    });
  }
  Object.assign(globalThis, globals);
  // As Node 21 and later have it; libraries look there before they ask for WebGPU.
  const userAgent = `Node.js/${process.versions.node.split('.')[0]}`;
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent, gpu }, configurable: true });
}
