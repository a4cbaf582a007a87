import { useState } from 'react'
import { PickerField } from '../../components/combobox/picker-field.tsx'
import { SuggestionList } from '../../components/combobox/suggestion-list.tsx'
import { useCombobox } from '../../components/combobox/use-combobox.ts'
import { useSuggestions } from '../../components/combobox/use-suggestions.ts'
import { EventText } from '../../components/display/event-text.tsx'
import { FramedDialog } from '../../components/overlay/framed-dialog.tsx'
import { plural } from '../../format/number.ts'
import type { Place } from './jump-places.ts'
import { usePlaces } from './use-places.ts'

/** Leads to any page, project, view or issue by its name. */
export function JumpDialog({ onClose }: { onClose: () => void }) {
  return (
    <FramedDialog open onClose={onClose} title="Go to">
      <PlacePicker onChoose={onClose} />
    </FramedDialog>
  )
}

function PlacePicker({ onChoose }: { onChoose: () => void }) {
  const [text, setText] = useState('')
  const { keys, attributes, onState } = useCombobox()
  const places = usePlaces(text)
  const list = useSuggestions({
    suggestions: places,
    place: text,
    first: 'first',
    listId: 'places',
    keys,
    onState,
    onPick: (place: Place) => {
      onChoose()
      place.go()
    },
  })
  return (
    <>
      <PickerField
        keys={keys}
        attributes={attributes}
        label="Find a page, project, view or issue"
        placeholder="Page, project, view or issue"
        text={text}
        onText={setText}
      />
      {list.open && (
        <SuggestionList list={list} label="Places" keyOf={({ key }) => key}>
          {({ label, hint }) => (
            <>
              <span className="min-w-0 flex-1 truncate">
                <EventText>{label}</EventText>
              </span>
              <span className="max-w-40 flex-none truncate text-small text-ink-3">{hint}</span>
            </>
          )}
        </SuggestionList>
      )}
      <p role="status" className="sr-only">
        {plural(places.length, 'place')}
      </p>
    </>
  )
}
