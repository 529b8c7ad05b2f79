import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '@/web/components/feedback/Dialog'
import { Thumbnail } from '@/web/components/lists/Thumbnail'
import { SportMedal } from '@/web/components/people/SportMedal'
import { t } from '@/web/i18n/text'
import type { KeyBuffer } from './key-buffer'
import classes from './Palette.module.css'
import { type PaletteEntry, type PaletteGroup, usePaletteGroups } from './palette-entries'

/** Milliseconds without typing before the server is searched. */
const TYPING_PAUSE_MS = 250

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * A search for screens, sports, workouts and people, which opens the chosen entry. Implements the ARIA combobox pattern
 * with a listbox.
 */
export function Palette({
  typedBefore,
  onClose,
}: {
  /** Collects what is typed until the field has the focus. */
  typedBefore: KeyBuffer | undefined
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  useEffect(() => setTyped(typedBefore?.take() ?? ''), [typedBefore])
  const [at, setAt] = useState(0)
  const [searched] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  const groups = usePaletteGroups(typed.trim(), searched)
  const entries = groups.flatMap((group) => group.entries)
  const here = Math.max(0, Math.min(at, entries.length - 1))
  const chosen = entries[here]
  const id = useId()
  const go = (entry: PaletteEntry) => {
    onClose()
    entry.go()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = STEPS[event.key]
    if (step !== undefined) setAt((here + step + entries.length) % Math.max(entries.length, 1))
    else if (event.key === 'Enter' && chosen) go(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={t('palette.title')} opened onClose={onClose}>
      <input
        className={classes.input}
        role="combobox"
        aria-label={t('palette.input')}
        aria-expanded={entries.length > 0}
        aria-controls={id}
        aria-activedescendant={chosen && `${id}-${chosen.id}`}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={t('palette.input')}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <PaletteList id={id} groups={groups} chosen={chosen} onGo={go} />
      <p role="status" className={classes.results}>
        {typed === '' ? '' : t('palette.results', { count: entries.length })}
      </p>
    </Dialog>
  )
}

/** The matching entries, grouped by kind. The focus stays in the input, which refers to the chosen entry. */
function PaletteList({
  id,
  groups,
  chosen,
  onGo,
}: {
  id: string
  groups: readonly PaletteGroup[]
  chosen: PaletteEntry | undefined
  onGo: (entry: PaletteEntry) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen)
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={t('palette.title')}
      tabIndex={-1}
      className={classes.list}
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox has groups of options, and no fieldset
        <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
          <div id={`${id}-${group.id}`} role="presentation" className={classes.group}>
            {group.label}
          </div>
          {group.entries.map((entry) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the field, which keeps the focus
            <div
              key={entry.id}
              id={`${id}-${entry.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={entry === chosen}
              className={classes.option}
              onClick={() => onGo(entry)}
            >
              <EntryContent entry={entry} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function EntryContent({ entry: { label, detail, sportId, thumbnail } }: { entry: PaletteEntry }) {
  return (
    <>
      {sportId !== undefined && <SportMedal sportId={sportId} size={28} decorative />}
      <span className={classes.label}>
        {label}
        {detail && <small>{detail}</small>}
      </span>
      {sportId !== undefined && thumbnail && <Thumbnail drawing={thumbnail} sportId={sportId} />}
    </>
  )
}
