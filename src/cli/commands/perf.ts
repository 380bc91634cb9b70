import { Command, Option } from 'commander';

export interface PerfOptions {
  runtime: 'chrome' | 'dawn';
  quick: boolean;
  json: string;
}

/** `reverie perf`: time of a training step here, beside jax-js and stock tfjs. */
export const perfCommand = (): Command =>
  new Command('perf')
    .description('Time a training step of the network beside the same network in jax-js and in stock tfjs.')
    .addOption(
      new Option('--runtime <name>', 'whose WebGPU; dawn: under Node, without a browser, webgpu only')
        .choices(['chrome', 'dawn'])
        .default('chrome'),
    )
    .option('--quick', 'only the tiny network, in fewer steps: less than three minutes', false)
    .option('--json <file>', 'where the result goes; an earlier one is replaced', 'runs/perf.json')
    .addHelpText(
      'after',
      '\nExamples:\n  reverie perf\n  reverie perf --quick --json perf.json\n  reverie perf --runtime dawn',
    )
    .action(async (options: PerfOptions) => {
      const { perf } = await import('../perf.ts');
      await perf(options);
    });
