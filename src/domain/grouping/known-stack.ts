import type { Buffer } from 'node:buffer'
import type { Json } from '../json/json.ts'
import type { Remembered } from './stack-memory.ts'

/** The frames that count, as `frame: …`, oldest call first: those of the application, and all of them. */
export interface StackComponents {
  app: string[]
  system: string[]
  /** True for a long stack in which calls came back to where they were. */
  isRecursive: boolean
}

/** What came of a list of frames when an event with it was scrubbed, normalised and grouped. */
export interface KnownStack extends Remembered {
  /** Canonical and frozen, since events share them; without what only `json` is asked for. */
  frames: Json[]
  /** Of the event, by which the frames were judged. */
  platform: string
  components: StackComponents
  /** The frames as they are stored, UTF-8. */
  json: Buffer
}

const stacks = new WeakMap<Json[], KnownStack>()

/** From now on `knownStack` knows these frames. */
export function registerStack(stack: KnownStack): void {
  stacks.set(stack.frames, stack)
}

/** What is known of this very list of frames: it needs no further scrubbing, normalising or grouping. */
export function knownStack(frames: Json[]): KnownStack | undefined {
  return stacks.get(frames)
}
