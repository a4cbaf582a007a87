import { afterEach, expect, it } from 'vitest'
import { TextScrubber, type TextScrubberOptions } from './text-scrubber.ts'

/** Answers with the texts, hangs at `hang` and throws at `throw`. */
const ODD_THREAD = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (texts) => {
      if (texts[0] === 'throw') throw new Error('out of order')
      while (texts[0] === 'hang') {}
      parentPort.postMessage(texts)
    })`)}`,
)

let scrubber: TextScrubber
const start = (options: TextScrubberOptions = {}) => {
  scrubber = new TextScrubber(options)
  return scrubber
}
afterEach(() => scrubber.close())

it('scrubs each text, in order', async () => {
  const scrubbed = await start().scrub(['', 'token=abc broke', 'card 4242 4242 4242 4242'])
  expect(scrubbed).toEqual(['', 'token=[Filtered] broke', 'card [Filtered]'])
  const many = await Promise.all(Array.from({ length: 20 }, (_, i) => scrubber.scrub([`${i}`])))
  expect(many.flat()).toEqual(Array.from({ length: 20 }, (_, i) => `${i}`))
})

it('leaves the calling thread free, whatever the text', async () => {
  const hostile = `bearer ${'.'.repeat(19_980)}a`
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  start({ longestMs: 60_000 })
  await scrubber.scrub(['x'])
  last = performance.now()
  longest = 0
  await scrubber.scrub(Array(5).fill(hostile))
  clearInterval(timer)
  expect(longest).toBeLessThan(250)
})

it.each(['hang', 'throw'])(
  'a text at which the thread %ss is refused, and the ones behind it are taken',
  async (text) => {
    start({ thread: ODD_THREAD, longestMs: 2_000 })
    const [bad, good] = await Promise.allSettled([scrubber.scrub([text]), scrubber.scrub(['fine'])])
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'queue_unavailable' } })
    expect(good).toEqual({ status: 'fulfilled', value: ['fine'] })
    expect(await scrubber.scrub(['again'])).toEqual(['again'])
  },
)

it('refuses more requests than it keeps waiting', async () => {
  start({ thread: ODD_THREAD, longestMs: 2_000, maxRequests: 2 })
  const waiting = Promise.allSettled([scrubber.scrub(['hang']), scrubber.scrub(['second'])])
  await expect(scrubber.scrub(['third'])).rejects.toMatchObject({ code: 'queue_unavailable' })
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

it('fails what waits when it is closed, and takes nothing after', async () => {
  start({ thread: ODD_THREAD })
  const waiting = Promise.allSettled([scrubber.scrub(['hang']), scrubber.scrub(['second'])])
  await scrubber.close()
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(scrubber.scrub(['x'])).rejects.toMatchObject({ code: 'queue_unavailable' })
})
