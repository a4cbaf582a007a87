import type { Attack } from './attack.ts'
import { COSTLY_BODIES } from './costly-bodies.ts'
import { FLOODS } from './floods.ts'
import { READS } from './reads.ts'
import { SOCKETS } from './sockets.ts'

/** Every attack there is. */
export const ATTACKS: readonly Attack[] = [...COSTLY_BODIES, ...SOCKETS, ...FLOODS, ...READS]
