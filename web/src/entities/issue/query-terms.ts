import { splitToken, termsOf } from './issue-filter.ts'

/** The search without `env:` tokens, and whether it had any. */
export function withoutEnvironment(q: string): { q: string; had: boolean } {
  const tokens = termsOf(q)
  const kept = tokens.filter((token) => !/^!?env:/i.test(token))
  return { q: kept.join(' '), had: kept.length < tokens.length }
}

/** The first `env:` token that is not negated: as it stands, and the name it asks for. */
export function environmentOf(q: string): { raw: string; name: string } | undefined {
  // A list may have only one name that is mistyped.
  const raw = termsOf(q).find((token) => /^env:[^[]/i.test(token))
  return raw === undefined ? undefined : { raw, name: splitToken(raw).value.replaceAll('"', '') }
}
