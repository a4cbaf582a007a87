import { z } from 'zod'

/** Random, so that nobody else's change has the same. */
export const changeId = z
  .string()
  .min(16)
  .max(64)
  .meta({
    examples: ['5f0c2b1e9d7a4c83b6e1f2a0'],
    description: 'A random text that names this change of status or snooze, to take it back with undo.',
  })
