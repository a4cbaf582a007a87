import { ATTEMPT_LIMITS, STREAM_LIMITS } from '#contract/limits.ts'

const { attemptMinutes, loginFailures, emailsPerAddress, wrongCodes, wrongLinks } = ATTEMPT_LIMITS
const { failuresPerNetwork, emailsPerNetwork } = ATTEMPT_LIMITS
const { wrongProviderAnswers, resetEmails, linksPerOrg, linksPerEmail } = ATTEMPT_LIMITS
const WITHIN = `in ${attemptMinutes} minutes`
const FAILURES = `${loginFailures} failures per address and email`
const NETWORKS = `${failuresPerNetwork} failures per network and email, failures with ${emailsPerNetwork} emails per network`
const CODES = `${wrongCodes} wrong codes per member`

/** Limits of several routes, as the page of routes and the API description show them. */
export const LIMIT_TEXTS = {
  signIn: `${FAILURES}, failures with ${emailsPerAddress} emails per address, ${NETWORKS}, ${CODES}, ${WITHIN}`,
  passwords: `${FAILURES} ${WITHIN}`,
  codes: `${CODES} ${WITHIN}`,
  newLinks: `${linksPerOrg} links per organization and ${linksPerEmail} per email ${WITHIN}, if a mail server is set`,
  givenLinks: `${wrongLinks} wrong links per address ${WITHIN}`,
  singleSignOn: `${wrongProviderAnswers} failures per address ${WITHIN}`,
  resetEmails: `${resetEmails} emails per address ${WITHIN}`,
  streams: `${STREAM_LIMITS.ofUser} streams per user, ${STREAM_LIMITS.ofOrg} per organization, ${STREAM_LIMITS.inAll} in total`,
} as const
