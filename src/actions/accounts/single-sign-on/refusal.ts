import type { SsoProblem } from '#contract/account/single-sign-on.ts'

/** Ends a sign-in; the sign-in page says why. Its cause, if any, is for the operator. */
export class SsoRefusal extends Error {
  readonly problem: SsoProblem

  constructor(problem: SsoProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}
