import { Button, Progress } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { equipmentQuery } from '@/web/api/accounts/equipment'
import type { BulkChange } from '@/web/api/workouts/bulk'
import { Dialog } from '@/web/components/feedback/Dialog'
import { describeError } from '@/web/components/feedback/describe-error'
import { EquipmentPicker } from '@/web/components/forms/EquipmentPicker'
import { DialogForm, type FormProps } from '@/web/components/forms/Form'
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

/** The progress and the errors of a change are shown instead of its form. */
const NOT_SENT = { isPending: false, error: null }

/** The fields of a change. Nothing in them is worth asking before they are closed. */
function ChangeForm({
  count,
  onSubmit,
  onCancel,
  children,
}: {
  count: number
  onSubmit: FormProps['onSubmit']
  onCancel: () => void
  children: ReactNode
}) {
  return (
    <DialogForm
      submit={t('bulk.change', { count })}
      saving={NOT_SENT}
      onCancel={onCancel}
      onSubmit={onSubmit}
    >
      {children}
    </DialogForm>
  )
}

function SportFields({ onStart, ...props }: FieldsProps) {
  const form = useForm<{ sport: number | null }>({
    initialValues: { sport: null },
    validate: { sport: (sport) => (sport === null ? t('add.sportHint') : null) },
  })
  const submit = form.onSubmit(({ sport }) => {
    if (sport !== null) onStart({ kind: 'sport', sport })
  })
  return (
    <ChangeForm {...props} onSubmit={submit}>
      <p>{t('bulk.sportText')}</p>
      <SportPicker
        value={form.values.sport}
        error={form.errors.sport}
        disabled={false}
        onChange={(sport) => form.setFieldValue('sport', sport)}
      />
    </ChangeForm>
  )
}

function VisibilityFields({ onStart, ...props }: FieldsProps) {
  const [level, setLevel] = useState<Visibility>('private')
  return (
    <ChangeForm {...props} onSubmit={() => onStart({ kind: 'visibility', level })}>
      <p>{t('bulk.visibilityText')}</p>
      <VisibilityChoice label={t('level.label')} value={level} onChange={setLevel} />
    </ChangeForm>
  )
}

function EquipmentFields({ onStart, ...props }: FieldsProps) {
  const [operation, setOperation] = useState<'add' | 'remove'>('add')
  const form = useForm<{ ids: string[] }>({
    initialValues: { ids: [] },
    validate: { ids: (ids) => (ids.length === 0 ? t('bulk.equipmentRule') : null) },
  })
  const { data } = useQuery(equipmentQuery)
  if (data?.length === 0) return <p>{t('bulk.noEquipment')}</p>
  const submit = form.onSubmit(({ ids }) => onStart({ kind: 'equipment', operation, ids }))
  return (
    <ChangeForm {...props} onSubmit={submit}>
      <SegmentedControl
        label={t('bulk.addOrRemove')}
        value={operation}
        onChange={(value) => setOperation(value === 'add' ? 'add' : 'remove')}
        data={[
          { value: 'add', label: t('bulk.add') },
          { value: 'remove', label: t('bulk.remove') },
        ]}
      />
      <EquipmentPicker
        label={t('settings.equipment')}
        value={form.values.ids}
        error={form.errors.ids}
        onChange={(ids) => form.setFieldValue('ids', ids)}
      />
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
