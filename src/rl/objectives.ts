import { centredAdvantages, groupAdvantages } from './advantage.ts';
import { drGrpo } from './drGrpo.ts';
import { grpo } from './grpo.ts';
import { gspo } from './gspo.ts';
import { gspoStep } from './gspoStep.ts';
import { gspoToken } from './gspoToken.ts';
import type { Objective } from './objective.ts';
import { reinforce } from './reinforce.ts';

/** Every objective by its name in the configuration, with the advantage it asks for. */
export const OBJECTIVES = {
  gspo: { objective: gspo, advantagesOf: groupAdvantages },
  'gspo-step': { objective: gspoStep, advantagesOf: groupAdvantages },
  'gspo-token': { objective: gspoToken, advantagesOf: groupAdvantages },
  grpo: { objective: grpo, advantagesOf: groupAdvantages },
  'dr-grpo': { objective: drGrpo, advantagesOf: centredAdvantages },
  reinforce: { objective: reinforce, advantagesOf: groupAdvantages },
} satisfies Record<string, { objective: Objective; advantagesOf: typeof groupAdvantages }>;

export type ObjectiveName = keyof typeof OBJECTIVES;
