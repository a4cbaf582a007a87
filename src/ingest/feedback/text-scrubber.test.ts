import { afterEach, expect, it } from 'vitest'
import { TextScrubber } from './text-scrubber.ts'

let scrubber: TextScrubber
const start = (longestMs?: number) => {
  scrubber = new TextScrubber(longestMs)
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
  start(60_000)
  await scrubber.scrub(['x'])
  last = performance.now()
  longest = 0
  await scrubber.scrub(Array(5).fill(hostile))
  clearInterval(timer)
  expect(longest).toBeLessThan(250)
})

it('refuses more requests than it keeps waiting', async () => {
  start(60_000)
  const taken = Promise.all(Array.from({ length: 64 }, () => scrubber.scrub(['x'])))
  await expect(scrubber.scrub(['x'])).rejects.toMatchObject({
    code: 'queue_unavailable',
    retryAfterSeconds: 5,
  })
  await taken
})

it('a text that takes too long is refused, and so is everything once it is closed', async () => {
  start(1)
  const hostile = Array(20).fill(`bearer ${'.'.repeat(19_980)}a`)
  await expect(scrubber.scrub(hostile)).rejects.toMatchObject({ code: 'queue_unavailable' })
  await scrubber.close()
  await expect(scrubber.scrub(['x'])).rejects.toMatchObject({
    code: 'queue_unavailable',
    message: expect.stringMatching(/shutting down/),
  })
})
