import { startGenerator } from './bench-process.ts'
import { startBenchService, sum } from './bench-service.ts'
import { memoryOf } from './resource-use.ts'

export interface GrowthOptions {
  connections: number
  databaseUrl: string | null
  seed: number
}

const CHUNK_EVENTS = 20_000
const SAMPLE_EVENTS = 100_000
const TOTAL_EVENTS = 1_000_000

/**
 * Sends a million events and reads the service's memory after every 100,000, once drained. What is compared
 * is the highest resident size reached by 100,000 events with the one reached by 1,000,000.
 */
export async function measureGrowth(options: GrowthOptions): Promise<void> {
  const generator = startGenerator()
  const service = await startBenchService(options)
  const samples: { events: number; resident: number; peak: number }[] = []
  try {
    let accepted = 0
    let sampleAt = SAMPLE_EVENTS
    while (accepted < TOTAL_EVENTS) {
      await generator.prepare(CHUNK_EVENTS, { seed: options.seed + accepted })
      accepted += (await generator.send([service.target], options.connections)).accepted
      await service.untilQueryable(accepted)
      // A refused event must not skip a sample.
      if (accepted >= sampleAt) {
        sampleAt += SAMPLE_EVENTS
        const memory = memoryOf(service.pid)
        samples.push({ events: accepted, ...memory })
        console.log(`${accepted} events: resident ${mb(memory.resident)}, peak ${mb(memory.peak)}`)
      }
    }
    const [first, last] = [samples[0]!, samples.at(-1)!]
    console.log(
      `growth of the peak from ${first.events} to ${last.events} events: ${mb(last.peak - first.peak)}`,
    )
    const disk = sum(await service.stopAndMeasureDisk()) - service.emptyDisk
    console.log(`disk ${(disk / accepted).toFixed(0)} bytes per event`)
  } finally {
    generator.close()
    await service.close()
  }
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
