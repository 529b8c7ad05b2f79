import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { MAX_COMPARED, MIN_COMPARED } from '@/web/api/workouts/compare-limits'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
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

/** The number of selected workouts, with the actions on them. */
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
  /** Why loading the workouts to select failed. */
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
        <BusyButton variant="subtle" size="xs" busy={isReading} onClick={onSelectAll}>
          {t('bulk.all', { count: total })}
        </BusyButton>
      )}
      {count > 0 && (
        <Button variant="subtle" size="xs" onClick={() => onSelect(new Map())}>
          {t('bulk.none')}
        </Button>
      )}
      <BulkActions ids={[...selection.keys()]} onChoose={choose} />
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

/** A link to compare the selected workouts, if their number permits it. */
function CompareButton({ ids }: { ids: readonly string[] }) {
  const navigate = useNavigate()
  return (
    <Button
      variant="default"
      size="xs"
      disabled={ids.length < MIN_COMPARED || ids.length > MAX_COMPARED}
      onClick={() => void navigate({ to: '/workouts/compare', search: { ids: ids.join() } })}
    >
      {t('compare.open')}
    </Button>
  )
}

function BulkActions({
  ids,
  onChoose,
}: {
  ids: readonly string[]
  onChoose: (kind: BulkKind) => void
}) {
  return (
    <span className={classes.actions}>
      <CompareButton ids={ids} />
      {KINDS.map(({ kind: one, label }) => (
        <Button
          key={one}
          variant="default"
          size="xs"
          disabled={ids.length === 0}
          aria-haspopup="dialog"
          onClick={() => onChoose(one)}
        >
          {t(label)}
        </Button>
      ))}
    </span>
  )
}
