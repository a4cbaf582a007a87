export interface SecondFactor {
  orgRequiresTwoFactor: boolean
  /** An authenticator app, or whatever the single sign-on provider asks for. */
  hasSecondFactor: boolean
}

/** Their own account is all that they reach until they have turned on two-factor sign-in. */
export function lacksSecondFactor({ orgRequiresTwoFactor, hasSecondFactor }: SecondFactor): boolean {
  return orgRequiresTwoFactor && !hasSecondFactor
}
