import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LEAST_COMPARED, MOST_COMPARED } from '@/web/api/routes'
import { ErrorNote } from '@/web/components/ErrorNote'
import { t } from '@/web/i18n/text'
import classes from './BulkBar.module.css'
import { BulkDialog, type BulkKind } from './BulkDialog'
import type { Selection } from './use-selection'

const KINDS = [
  { kind: 'sport', label: 'add.sport' },
  { kind: 'visibility', label: 'level.label' },
  { kind: 'equipment', label: 'settings.equipment' },
  { kind: 'delete', label: 'workout.deleteConfirm' },
] as const

/** How many workouts are selected, and what can be done with them. */
export function BulkBar({
  selection,
  total,
  isReading,
  error,
  onSelect,
  onSelectAll,
  onDone,
}: {
  selection: Selection
  total: number
  isReading: boolean
  /** Why the workouts to be selected could not be read. */
  error: Error | null
  onSelect: (selection: Selection) => void
  onSelectAll: () => void
  onDone: () => void
}) {
  const [kind, choose] = useState<BulkKind>()
  const count = selection.size
  return (
    <section className={classes.bar} aria-label={t('bulk.bar')}>
      <strong className={classes.count} role="status">
        {t('bulk.count', { count })}
      </strong>
      {count < total && (
        <Button variant="subtle" size="xs" loading={isReading} onClick={onSelectAll}>
          {t('bulk.all', { count: total })}
        </Button>
      )}
      {count > 0 && (
        <Button variant="subtle" size="xs" onClick={() => onSelect(new Map())}>
          {t('bulk.none')}
        </Button>
      )}
      <span className={classes.actions}>
        <CompareButton ids={[...selection.keys()]} />
        {KINDS.map(({ kind: one, label }) => (
          <Button
            key={one}
            variant="default"
            size="xs"
            disabled={count === 0}
            aria-haspopup="dialog"
            onClick={() => choose(one)}
          >
            {t(label)}
          </Button>
        ))}
      </span>
      <Button size="xs" className={classes.done} onClick={onDone}>
        {t('bulk.done')}
      </Button>
      <ErrorNote error={error} />
      <p className={classes.hint}>{t('bulk.hint')}</p>
      {kind && (
        <BulkDialog
          kind={kind}
          selection={selection}
          onSelect={onSelect}
          onClose={() => choose(undefined)}
        />
      )}
    </section>
  )
}

/** Leads to the comparison of what is selected, where that is neither too little nor too much. */
function CompareButton({ ids }: { ids: readonly string[] }) {
  const navigate = useNavigate()
  return (
    <Button
      variant="default"
      size="xs"
      disabled={ids.length < LEAST_COMPARED || ids.length > MOST_COMPARED}
      onClick={() => void navigate({ to: '/workouts/compare', search: { ids: ids.join() } })}
    >
      {t('compare.open')}
    </Button>
  )
}
