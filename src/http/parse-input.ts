import type { z } from 'zod'
import { fieldMessage } from '#contract/field-message.ts'

/** What a caller sent, as its schema makes it. @throws ZodError, answered as invalid_request with what to do */
export function parseInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  return schema.parse(input, { error: fieldMessage })
}
