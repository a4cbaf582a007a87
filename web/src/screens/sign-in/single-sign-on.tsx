import type { SsoProblem } from '#contract/account/single-sign-on.ts'
import { singleSignOnPath } from '../../api/account/sign-in.ts'
import { buttonClass } from '../../components/form/button.tsx'
import { FormError } from '../../components/form/field.tsx'

interface Provider {
  name: string
}

/** To the provider, which sends the browser back signed in. */
export function SingleSignOnLink({ provider, back }: { provider: Provider; back: string | undefined }) {
  return (
    <a href={singleSignOnPath(back)} className={buttonClass({ size: 'large', className: 'wrap-anywhere' })}>
      Sign in with {provider.name}
    </a>
  )
}

/** What happened, and what to do; the name is the provider's. */
const PROBLEMS: Record<SsoProblem, (name: string) => string> = {
  expired: () => 'This sign-in took too long, or was begun in another browser. Try again.',
  denied: (name) => `${name} did not sign you in. Try again, or ask who manages your account there.`,
  failed: (name) =>
    `${name} could not be reached, or its answer was not valid. Try again later; the server's log says why.`,
  no_email: (name) => `${name} does not tell your email address. Ask who manages it to share it with Errata.`,
  unverified_email: (name) =>
    `${name} does not confirm that your email address is yours. Verify it there, then try again.`,
  unknown_member: (name) =>
    `No member has the email address of your account at ${name}. Ask an owner or admin to invite this address.`,
  invitation_expired: () => 'Your invitation has expired. Ask the person who invited you for a new one.',
  other_account: (name) =>
    `Another account at ${name} is linked to the member with your email address. Ask an owner or admin to unlink it.`,
  too_many: () => 'Too many failed sign-ins from your network. Try again in 15 minutes.',
}

export function SingleSignOnProblem({ problem, provider }: { problem: string; provider: Provider }) {
  const text = Object.hasOwn(PROBLEMS, problem) ? PROBLEMS[problem as SsoProblem] : PROBLEMS.failed
  return <FormError>{text(provider.name)}</FormError>
}
