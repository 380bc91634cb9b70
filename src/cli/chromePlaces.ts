import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The facts about a computer that decide where its Chrome is; tests hand in another computer. */
export interface Machine {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** May install packages without asking anybody. */
  root: boolean;
  /** Absolute paths where installers put Chrome, Chromium or Edge. */
  places: readonly string[];
}

export const thisMachine = (): Machine => ({
  platform: process.platform,
  env: process.env,
  home: homedir(),
  root: process.getuid?.() === 0,
  places: usualPlaces(process.platform, process.env, homedir()),
});

function usualPlaces(platform: NodeJS.Platform, env: Machine['env'], home: string): string[] {
  if (platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `${name}.app/Contents/MacOS/${name}`);
    return ['/Applications', join(home, 'Applications')].flatMap((folder) => apps.map((app) => join(folder, app)));
  }
  if (platform === 'win32') {
    const folders = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']].filter((f) => f !== undefined);
    const apps = ['Google/Chrome', 'Chromium', 'Microsoft/Edge'].map(
      (app) => `${app}/Application/${app.endsWith('Edge') ? 'msedge' : 'chrome'}.exe`,
    );
    return folders.flatMap((folder) => apps.map((app) => join(folder, app)));
  }
  return [
    '/opt/google/chrome/chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/snap/bin/chromium',
    '/opt/microsoft/msedge/msedge',
  ];
}

const COMMANDS = ['google-chrome-stable', 'google-chrome', 'chrome', 'chromium', 'chromium-browser', 'microsoft-edge'];

const IN_CACHE = [
  'chrome-linux64/chrome',
  'chrome-linux-arm64/chrome',
  'chrome-win64/chrome.exe',
  'chrome-win32/chrome.exe',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
];

export const puppeteerCache = (machine: Machine): string =>
  machine.env['PUPPETEER_CACHE_DIR'] ?? join(machine.home, '.cache', 'puppeteer');

/** Chromes in puppeteer's cache, newest build first. */
export function cachedChromes(machine: Machine): string[] {
  const folder = join(puppeteerCache(machine), 'chrome');
  if (!existsSync(folder)) return [];
  const builds = readdirSync(folder).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return builds
    .flatMap((build) => IN_CACHE.map((path) => join(folder, build, path)))
    .filter((path) => existsSync(path));
}

/** Chromes, Chromiums and Edges that the machine's owner installed: on the PATH first, then the usual places. */
export function installedChromes(machine: Machine): string[] {
  const suffix = machine.platform === 'win32' ? '.exe' : '';
  const folders = (machine.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command + suffix)));
  return [...new Set([...onPath, ...machine.places])].filter((path) => existsSync(path));
}
