import type { ReactNode } from 'react'

interface DetailHeadProps {
  /** Links to what the thing belongs to. */
  crumbs: ReactNode
  title: ReactNode
  /** Facts below the title. */
  note?: ReactNode
  actions: ReactNode
  /** For a title that may be a sentence: larger, and cut after three lines. */
  long?: boolean
}

/** The head of a page about one thing: where it belongs, its name, its state, its actions. */
export function DetailHead({ crumbs, title, note, actions, long = false }: DetailHeadProps) {
  return (
    <>
      <nav
        aria-label="Breadcrumb"
        className="flex items-center gap-1.5 pt-3 text-small break-words text-ink-3"
      >
        {crumbs}
      </nav>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 pt-1.5 pb-4">
        <div className={`min-w-0 ${long ? 'flex-[1_1_420px]' : 'flex-[1_1_224px]'}`}>
          <h1 className={long ? LONG_TITLE : 'text-title font-semibold tracking-tight break-words'}>
            {title}
          </h1>
          {note !== undefined && (
            <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 wrap-anywhere text-ink-2">
              {note}
            </div>
          )}
        </div>
        {actions}
      </div>
    </>
  )
}

const LONG_TITLE = 'line-clamp-3 text-hero leading-[1.3] font-semibold tracking-[-0.012em] break-words'
/** A link to a page above this one: current itself only at its own address. */
export const CRUMB = {
  className: 'underline-offset-2 hover:text-ink hover:underline',
  activeOptions: { exact: true },
}

/** The main column, and beside it (below it, on a narrow screen) cards about the whole thing. */
export function DetailColumns(props: { sideLabel: string; side: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-4 grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_18.75rem]">
      <div className="min-w-0">{props.children}</div>
      <aside
        aria-label={props.sideLabel}
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 wrap-anywhere"
      >
        {props.side}
      </aside>
    </div>
  )
}

/** A part of a section or of an opened row. */
export function SubSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-small font-semibold text-ink-2">{title}</h3>
      {children}
    </section>
  )
}
