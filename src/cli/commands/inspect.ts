import { Command } from 'commander';

/** `reverie inspect FILE`: is this trajectory file whole, and what is in it? */
export const inspectCommand = (): Command =>
  new Command('inspect')
    .description('Check a trajectory file and say what is in it.')
    .argument('<file>', 'a .jsonl file written by `reverie record`')
    .addHelpText('after', '\nExample:\n  reverie inspect expert.jsonl')
    .action(async (file: string) => {
      const { scanTrajectories } = await import('../trajectoryFile.ts');
      const { columns } = await import('../reportTable.ts');
      const counts = new Map<string, { episodes: number; steps: number; successes: number }>();
      const { header, tasks } = await scanTrajectories(file, {
        each: ({ task, policy, steps, reward }) => {
          const key = `${task.family}/${task.template} ${policy}`;
          const row = counts.get(key) ?? { episodes: 0, steps: 0, successes: 0 };
          row.episodes++;
          row.steps += steps.length;
          if (reward > 0) row.successes++;
          counts.set(key, row);
        },
      });
      const made = Object.entries(header.made ?? {}).map(([key, value]) => `${key} ${value}`);
      const rows = [...counts].map(([key, row]) => [key, ...[row.episodes, row.steps, row.successes].map(String)]);
      console.log([`${tasks.size} tasks`, ...made].join(', '));
      console.log(columns([['task, policy', 'episodes', 'steps', 'successes'], ...rows]));
    });
