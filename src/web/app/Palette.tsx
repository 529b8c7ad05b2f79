import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useId, useState } from 'react'
import { Dialog } from '@/web/components/Dialog'
import { t } from '@/web/i18n/text'
import classes from './Palette.module.css'
import { PaletteList } from './PaletteList'
import { type PaletteEntry, usePaletteGroups } from './palette-entries'

/** So long is waited for the next letter before the server is asked, in milliseconds. */
const PAUSE = 250

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Finds screens, sports, workouts and people by what is typed, and goes there (a combobox with a list, as ARIA has it). */
export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [asked] = useDebouncedValue(typed.trim(), PAUSE)
  const groups = usePaletteGroups(typed.trim(), asked)
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
