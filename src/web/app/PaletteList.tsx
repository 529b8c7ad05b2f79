import { useEffect, useRef } from 'react'
import { t } from '@/web/i18n/text'
import classes from './Palette.module.css'
import type { PaletteEntry, PaletteGroup } from './palette-entries'

/** The entries that fit, kind by kind. The focus stays in the field, which names the chosen one. */
export function PaletteList({
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
              {entry.label}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
