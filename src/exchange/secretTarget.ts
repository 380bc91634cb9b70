import { isSecretLabel } from '../core/mask.ts';
import type { FlowTarget } from './flow.ts';

/** Names and attributes of password and card fields, as they stand in paths through a DOM. */
const SECRET_PATH = /passw|passphrase|passcode|pwd|secret|token|cvv|cvc|\bpin\b|cc-|card-?_?number|one-time-code/i;

/** Does the target itself say that what is typed into it is a secret? */
export const namesSecret = ({ selectors }: FlowTarget): boolean =>
  selectors.flat().some((selector) => {
    if (selector.by === 'aria') return isSecretLabel(selector.name);
    return selector.by === 'text' ? isSecretLabel(selector.text) : SECRET_PATH.test(selector.path);
  });
