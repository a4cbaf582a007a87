// The tests get this in place of fast-check (vitest.config.ts), which has a seed of its own for each property.
import fc from '../../../node_modules/fast-check/lib/fast-check.js'
import { SEED } from './seed.ts'

fc.configureGlobal({ seed: SEED })

export default fc
