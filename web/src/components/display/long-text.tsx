import { useState } from 'react'
import { formatCount } from '../../format/number.ts'
import { Button } from '../form/button.tsx'
import { EventText } from './event-text.tsx'

const SHOWN_CHARS = 1000

/** A text of an event; of a long one the beginning, and the rest on request. */
export function LongText({ children: text }: { children: string }) {
  const [whole, setWhole] = useState(false)
  if (whole || text.length <= SHOWN_CHARS) return <EventText>{text}</EventText>
  return (
    <>
      <EventText>{`${text.slice(0, SHOWN_CHARS)}…`}</EventText>{' '}
      <Button size="small" onClick={() => setWhole(true)}>
        Show all {formatCount(text.length)} characters
      </Button>
    </>
  )
}
