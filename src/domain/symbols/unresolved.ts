import type { JsonObject } from '../json/json.ts'
import { JVM_PLATFORMS, SCRIPT_PLATFORMS } from './event-parts.ts'
import { applyResolutions, type UnresolvedFrames, unresolvedFrames } from './frames.ts'
import { applyRetraced, type ObfuscatedStacks, obfuscatedStacks } from './obfuscated-stacks.ts'
import { type Applied, NO_SOURCES, type SymbolAnswer, type SymbolQuery } from './symbolication.ts'

/** What of a normalised event uploaded files may explain. */
export interface UnresolvedParts {
  frames: UnresolvedFrames
  obfuscated: ObfuscatedStacks
  wanted: Pick<SymbolQuery, 'places' | 'mappings' | 'stacks' | 'sources'>
}

/** False for events of which nothing can be unresolved, by their platform alone. */
export function mayBeResolved(platform: string): boolean {
  return SCRIPT_PLATFORMS.has(platform) || JVM_PLATFORMS.has(platform)
}

/** Null if there is nothing. */
export function unresolvedOf(payload: JsonObject, platform: string): UnresolvedParts | null {
  const frames = unresolvedFrames(payload, platform)
  const obfuscated = obfuscatedStacks(payload, platform)
  const { mappings, stacks } = obfuscated
  const wanted = { places: frames.places, mappings, stacks, sources: NO_SOURCES }
  return wanted.places.length + wanted.stacks.length === 0 ? null : { frames, obfuscated, wanted }
}

/** @returns whether any frame or name is another now. */
export function applyAnswer(
  { frames, obfuscated }: UnresolvedParts,
  { places, stacks }: SymbolAnswer,
  applied: Applied,
): boolean {
  const isAnyPlace = applyResolutions(frames, places, applied)
  return applyRetraced(obfuscated, stacks, applied) || isAnyPlace
}
