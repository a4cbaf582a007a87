import { Buffer } from 'node:buffer'
import { collectAtRest } from './collect-at-rest.ts'

export const POOL_BYTES = 8 * 1024

/** For each thread that stays. Node cuts small buffers from blocks of 64 KB (8 KB before version 24), and a block stays as
 * long as any part of it: with smaller ones, an inflated event has memory of its own, which is freed at once. */
export function saveMemory(): void {
  Buffer.poolSize = POOL_BYTES
  collectAtRest()
}
