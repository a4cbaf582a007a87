import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { uuid } from '../../scalars.ts'

const canonicalId = uuid.meta({ description: 'The issue that the others are merged into.' })
const movedIds = z.array(uuid).min(1).max(LIMITS.mergeIssues)

export const mergeBody = z
  .object({ canonical_id: canonicalId, merge_ids: movedIds })
  .meta({ id: 'MergeBody' })
export type MergeBody = z.infer<typeof mergeBody>

export const splitBody = z
  .object({ canonical_id: canonicalId, split_ids: movedIds })
  .meta({ id: 'SplitBody' })
export type SplitBody = z.infer<typeof splitBody>
