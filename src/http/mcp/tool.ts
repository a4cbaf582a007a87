import type { z } from 'zod'
import type { TokenPrincipal } from '#actions/accounts/principal.ts'
import type { TokenScope } from '#contract/vocabulary.ts'
import type { ApiServices } from '../api-services.ts'

export interface ToolCall {
  services: ApiServices
  principal: TokenPrincipal
  ip: string
  /** For links: where the service is. */
  origin: string
}

/** Fields or text, never both: most clients show agents only one of the two. */
export type ToolAnswer = { fields: Record<string, unknown> } | { text: string }

export interface Tool {
  name: string
  /** Without it the tool is not there. */
  scope: TokenScope
  description: string
  input: z.ZodObject
  isIdempotent: boolean
  run(call: ToolCall, args: unknown): Promise<ToolAnswer>
}

/** What a tool says of itself; `run` gets what its `input` made of the arguments. */
type ToolSpec<Input extends z.ZodObject> = Omit<Tool, 'input' | 'run' | 'isIdempotent'> & {
  input: Input
  isIdempotent?: boolean
  run(call: ToolCall, args: z.output<Input>): Promise<ToolAnswer>
}

/** A misspelled argument is refused: without it a search finds everything, and a fix has no release. A tool without
 * arguments takes any, since some clients always send one. */
export function tool<Input extends z.ZodObject>({ run, input: given, ...spec }: ToolSpec<Input>): Tool {
  const input = Object.keys(given.shape).length === 0 ? given : given.strict()
  return { isIdempotent: true, ...spec, input, run: (call, args) => run(call, args as z.output<Input>) }
}
