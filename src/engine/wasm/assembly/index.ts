// What the host calls. See `fused.ts` for the protocol: configure → reserve → θ, packWeights → inputs → score / backward.
import * as M from './memory';

export { adamwReserve, adamwSpan, adamwSquares, adamwStep } from './adamw';
export { backward, clearGradient, finishGradient, packWeights } from './backward';
export { copySlot, decode, encode, score } from './forward';
export { multiply } from './gemm';
export { configure, reserve } from './memory';

/** Addresses of the buffers the host reads and writes; valid until the next `reserve`. */
export function thetaAt(): usize { return M.theta; }
export function gradAt(): usize { return M.grad; }
export function idsAt(): usize { return M.ids; }
export function offsetsAt(): usize { return M.offsets; }
export function tokensAt(): usize { return M.tokens; }
export function legalAt(): usize { return M.legal; }
export function nextAt(): usize { return M.next; }
export function logitsStride(): usize { return M.logitsStride; }
export function coefficientsAt(): usize { return M.coefficients; }
export function logProbsAt(): usize { return M.logProbs; }
export function logitsAt(): usize { return M.logits; }
