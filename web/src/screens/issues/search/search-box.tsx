import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { COMMANDS } from '../../../command/commands.ts'
import { useCombobox } from '../../../components/combobox/use-combobox.ts'
import { IconButton } from '../../../components/form/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { lazyRetry } from '../../../components/overlay/lazy-retry.tsx'
import { isGroup, partsOf, searchTyped, splitToken } from '../../../entities/issue/issue-filter.ts'

const SearchCompletion = lazyRetry(() =>
  import('./search-completion.tsx').then((module) => module.SearchCompletion),
)

const TYPING_PAUSE_MS = 300
/** Field and drawing must break and measure text alike, to the pixel. */
const TEXT = 'font-mono text-code leading-6 tracking-normal px-[3px] whitespace-pre'
/** How far a chip reaches beyond its text. */
const CHIP_EDGE = 3
/** Room between chips. */
const GAPS = '[word-spacing:5px]'

interface SearchBoxProps {
  q: string
  project: string | undefined
  fieldRef: RefObject<HTMLInputElement | null>
  onSearch: (q: string) => void
}

/** The search as one editable text, completed while it is typed. */
export function SearchBox({ q, project, fieldRef, onSearch }: SearchBoxProps) {
  const [focused, setFocused] = useState(false)
  const { draft, setDraft, commit } = useTypedSearch(q, onSearch, focused)
  const combobox = useCombobox()
  useCaretAtEnd(fieldRef, focused)
  return (
    <search className="relative flex min-h-[2.375rem] min-w-0 flex-1 items-center gap-2 rounded-field border border-line-2 bg-surface px-2.5 focus-within:border-focus focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus">
      <Icon name="search" className="text-ink-2" />
      <SearchField
        draft={draft}
        onDraft={setDraft}
        onEnter={() => commit(true)}
        onFocused={setFocused}
        fieldRef={fieldRef}
        combobox={combobox}
      />
      {draft !== '' && (
        <IconButton label="Clear the search" size="small-icon" onClick={() => setDraft('')}>
          <Icon name="close" className="size-3" />
        </IconButton>
      )}
      <span className="hidden md:inline">
        <Kbd>{COMMANDS['list.search'].keys[0]}</Kbd>
      </span>
      <Suspense>
        {focused && (
          <SearchCompletion
            text={draft}
            project={project}
            field={fieldRef}
            keys={combobox.keys}
            onText={setDraft}
            onState={combobox.onState}
          />
        )}
      </Suspense>
    </search>
  )
}

interface SearchFieldProps {
  draft: string
  onDraft: (draft: string) => void
  onEnter: () => void
  onFocused: (focused: boolean) => void
  fieldRef: RefObject<HTMLInputElement | null>
  combobox: ReturnType<typeof useCombobox>
}

/** Filters are drawn as chips beneath the field, so that they read like chips and are still edited like text. */
function SearchField({ draft, onDraft, onEnter, onFocused, fieldRef, combobox }: SearchFieldProps) {
  const drawing = useRef<HTMLDivElement>(null)
  const followScroll = () => {
    if (drawing.current && fieldRef.current) drawing.current.scrollLeft = fieldRef.current.scrollLeft
  }
  const onFocus = (event: FocusEvent<HTMLInputElement>) => {
    onFocused(true)
    // Focus by keyboard puts the caret at the end of the text; a pointer puts it where it clicks.
    if (draft !== '' && !event.currentTarget.matches(':active')) onDraft(`${draft.trimEnd()} `)
  }
  // A click behind the text puts the caret after a space, so pasted text becomes a term of its own.
  const onClick = ({ clientX }: MouseEvent<HTMLInputElement>) => {
    const last = drawing.current?.lastElementChild
    if (last && clientX > last.getBoundingClientRect().right + CHIP_EDGE) onDraft(`${draft.trimEnd()} `)
  }
  const onBlur = () => {
    onFocused(false)
    onDraft(draft.trim())
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The Enter that ends the composition of a word belongs to the keyboard.
    if (event.nativeEvent.isComposing || combobox.keys.current?.(event)) return
    if (event.key === 'Enter') onEnter()
    if (event.key === 'Escape') event.currentTarget.blur()
  }
  return (
    <div className="relative min-w-0 flex-1">
      <div ref={drawing} aria-hidden="true" className={`absolute inset-0 overflow-hidden ${TEXT} ${GAPS}`}>
        <Drawing text={draft} />
      </div>
      <input
        ref={fieldRef}
        type="text"
        inputMode="search"
        aria-label="Search issues"
        placeholder="Filter by is: env: release: level: assigned: user.email: or any text"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        value={draft}
        onChange={(event) => onDraft(event.target.value)}
        onScroll={followScroll}
        {...combobox.attributes}
        onFocus={onFocus}
        onClick={onClick}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        className={`relative block w-full border-0 bg-transparent outline-none ${draft === '' ? '' : `ghost-text ${GAPS}`} ${TEXT}`}
      />
    </div>
  )
}

/** Spaces stay outside of the chips; a chip has no padding of its own, only a shadow that looks like one. */
function Drawing({ text }: { text: string }) {
  let offset = 0
  return partsOf(text).map((part) => {
    const key = `${offset}-${part}`
    offset += part.length
    if (part.trim() === '') return <span key={key}>{part}</span>
    const token = splitToken(part)
    const chip =
      token.key === '' && !(isGroup(part) && / OR |:/.test(part))
        ? ''
        : 'rounded-[3px] bg-sunken [box-shadow:0_0_0_3px_var(--sunken)]'
    return (
      <span key={key} className={chip}>
        <span className="text-ink-3">{token.key}</span>
        {token.value}
      </span>
    )
  })
}

function useCaretAtEnd(fieldRef: RefObject<HTMLInputElement | null>, focused: boolean): void {
  useEffect(() => {
    const field = fieldRef.current
    if (focused && !field?.matches(':active'))
      field?.setSelectionRange(field.value.length, field.value.length)
  }, [focused, fieldRef])
}

/** The text being typed. It becomes the search after a pause; a search that changes elsewhere replaces it. */
function useTypedSearch(q: string, onSearch: (q: string) => void, focused: boolean) {
  const [draft, setDraft] = useState(q)
  const committed = useRef(q)
  /** The text that is a search as it stands: it came with the page, or Enter was pressed. */
  const whole = useRef(q)
  const commit = (isDone: boolean) => {
    if (isDone) whole.current = draft
    const next = searchTyped(draft, draft.trim() === whole.current.trim())
    if (next === null || next === committed.current) return
    committed.current = next
    onSearch(next)
  }
  useEffect(() => {
    if (q === committed.current) return
    committed.current = q
    whole.current = q
    setDraft(q)
  }, [q])
  useEffect(() => {
    const timer = setTimeout(() => commit(!focused), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return { draft, setDraft, commit }
}
