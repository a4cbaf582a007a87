import { expect, test } from 'vitest'
import { scrubEvent } from './scrub.ts'

const F = '[Filtered]'

test.each(['secret', 'Secret123', 'MyPassword1', 'passwort!'])(
  '%s is a password, not the name of a user',
  (name) => {
    expect(scrubEvent({ user: { username: name, name } })).toEqual({ user: { username: F, name: F } })
  },
)

test.each(['secretary', 'ada', 'Secretariat', 'passenger'])('%s is the name of a user', (name) => {
  expect(scrubEvent({ user: { username: name, name } })).toEqual({ user: { username: name, name } })
})

test('user id and e-mail stay as they are, everything else of the user is scrubbed', () => {
  const user = {
    id: '4111111111111111',
    email: 'token=abc@example.com',
    username: 'pwd=abc',
    data: { secret: 'x' },
  }
  expect(scrubEvent({ user })).toEqual({
    user: {
      id: '4111111111111111',
      email: 'token=abc@example.com',
      username: `pwd=${F}`,
      data: { secret: F },
    },
  })
})
