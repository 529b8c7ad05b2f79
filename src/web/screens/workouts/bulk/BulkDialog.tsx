import { Button, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { equipmentQuery } from '@/web/api/accounts/equipment'
import type { BulkChange } from '@/web/api/workouts/bulk'
import { Dialog } from '@/web/components/feedback/Dialog'
import { describeError } from '@/web/components/feedback/describe-error'
import { EquipmentPicker } from '@/web/components/forms/EquipmentPicker'
import { SportPicker } from '@/web/components/forms/SportPicker'
import { VisibilityChoice } from '@/web/components/forms/VisibilityChoice'
import type { Visibility } from '@/web/components/forms/visibility-options'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { t } from '@/web/i18n/text'
import classes from './BulkDialog.module.css'
import { type BulkRun, useBulkRun } from './use-bulk-run'
import type { Selection } from './use-selection'

/** The kinds of changes to several workouts. */
export type BulkKind = BulkChange['kind']

/** Asks for the change to the selected workouts, applies it, and shows the results. */
export function BulkDialog({
  kind,
  selection,
  onSelect,
  onClose,
}: {
  kind: BulkKind
  selection: Selection
  onSelect: (selection: Selection) => void
  onClose: () => void
}) {
  // Fixes the selection at the start, because it shrinks while the change is applied.
  const [asked] = useState(selection)
  const { run, start, stop } = useBulkRun(asked, onSelect)
  const close = () => {
    stop()
    onClose()
  }
  const title = {
    delete: t('bulk.deleteTitle', { count: asked.size }),
    sport: t('add.sport'),
    visibility: t('level.label'),
    equipment: t('settings.equipment'),
  }[kind]
  const Fields = FIELDS[kind]
  return (
    <Dialog title={title} opened onClose={close}>
      {run ? (
        <BulkProgress run={run} titles={asked} onStop={stop} onClose={close} />
      ) : (
        <Fields count={asked.size} onStart={(change) => void start(change)} onCancel={close} />
      )}
    </Dialog>
  )
}

interface FieldsProps {
  count: number
  onStart: (change: BulkChange) => void
  onCancel: () => void
}

const FIELDS = {
  delete: DeleteFields,
  sport: SportFields,
  visibility: VisibilityFields,
  equipment: EquipmentFields,
} as const

function DeleteFields({ count, onStart, onCancel }: FieldsProps) {
  return (
    <>
      <p>{t('bulk.deleteText')}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
        <Button color="red.8" onClick={() => onStart({ kind: 'delete' })}>
          {t('bulk.deleteConfirm', { count })}
        </Button>
      </div>
    </>
  )
}

/** The fields of a change; `change` is undefined while they are incomplete. */
function ChangeForm({
  count,
  change,
  onStart,
  onCancel,
  children,
}: FieldsProps & { change: BulkChange | undefined; children: React.ReactNode }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change) onStart(change)
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      {children}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" disabled={!change}>
          {t('bulk.change', { count })}
        </Button>
      </div>
    </form>
  )
}

function SportFields(props: FieldsProps) {
  const [sport, setSport] = useState<number | null>(null)
  const change = sport === null ? undefined : ({ kind: 'sport', sport } as const)
  return (
    <ChangeForm {...props} change={change}>
      <p>{t('bulk.sportText')}</p>
      <SportPicker value={sport} disabled={false} onChange={setSport} />
    </ChangeForm>
  )
}

function VisibilityFields(props: FieldsProps) {
  const [level, setLevel] = useState<Visibility>('private')
  return (
    <ChangeForm {...props} change={{ kind: 'visibility', level }}>
      <p>{t('bulk.visibilityText')}</p>
      <VisibilityChoice label={t('level.label')} value={level} onChange={setLevel} />
    </ChangeForm>
  )
}

function EquipmentFields(props: FieldsProps) {
  const [operation, setOperation] = useState<'add' | 'remove'>('add')
  const [ids, setIds] = useState<string[]>([])
  const { data } = useQuery(equipmentQuery)
  if (data?.length === 0) return <p>{t('bulk.noEquipment')}</p>
  const change = ids.length > 0 ? ({ kind: 'equipment', operation, ids } as const) : undefined
  return (
    <ChangeForm {...props} change={change}>
      <SegmentedControl
        label={t('bulk.addOrRemove')}
        value={operation}
        onChange={(value) => setOperation(value === 'add' ? 'add' : 'remove')}
        data={[
          { value: 'add', label: t('bulk.add') },
          { value: 'remove', label: t('bulk.remove') },
        ]}
      />
      <EquipmentPicker label={t('settings.equipment')} value={ids} onChange={setIds} />
    </ChangeForm>
  )
}

/** Only this many failures are listed; the total number is always shown. */
const MAX_SHOWN = 50

/** The progress of a change to several workouts, and the reasons of failures. */
function BulkProgress({
  run: { phase, total, done, failed },
  titles,
  onStop,
  onClose,
}: {
  run: BulkRun
  titles: Selection
  onStop: () => void
  onClose: () => void
}) {
  const isRunning = phase === 'running'
  const untouched = total - done - failed.size
  const gone = done + failed.size
  return (
    <>
      <Progress value={(gone / total) * 100} animated={isRunning} aria-label={t('bulk.bar')} />
      <p className={classes.count} role="status">
        {isRunning
          ? t('bulk.progress', { done: gone, total })
          : t('bulk.succeeded', { count: done })}
      </p>
      {!isRunning && untouched > 0 && <p>{t('bulk.stopped', { count: untouched })}</p>}
      {failed.size > 0 && (
        <div role="alert">
          <p>{t('bulk.failed', { count: failed.size })}</p>
          <ul className={classes.failed}>
            {[...failed].slice(0, MAX_SHOWN).map(([id, error]) => (
              <li key={id}>
                <strong>{titles.get(id) || t('workout.untitled')}</strong>
                {describeError(error)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={classes.buttons}>
        {isRunning ? (
          <Button variant="default" onClick={onStop}>
            {t('bulk.stop')}
          </Button>
        ) : (
          <Button onClick={onClose}>{t('form.close')}</Button>
        )}
      </div>
    </>
  )
}
