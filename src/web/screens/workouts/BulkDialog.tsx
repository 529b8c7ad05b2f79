import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { BulkChange } from '@/web/api/bulk'
import { equipmentQuery } from '@/web/api/equipment'
import { Dialog } from '@/web/components/Dialog'
import { EquipmentPicker } from '@/web/components/EquipmentPicker'
import { LevelChoice } from '@/web/components/LevelChoice'
import type { Level } from '@/web/components/level-options'
import { Segments } from '@/web/components/Segments'
import { SportPicker } from '@/web/components/SportPicker'
import { t } from '@/web/i18n/text'
import classes from './BulkDialog.module.css'
import { BulkProgress } from './BulkProgress'
import { useBulkRun } from './use-bulk-run'
import type { Selection } from './use-selection'

/** What can be done with several workouts. */
export type BulkKind = BulkChange['kind']

/** Asks what is to become of the selected workouts, does it, and tells what became of each. */
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
  // What is asked about does not shrink while it is being done.
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

/** Fields that together say how the workouts are to be; `change` is undefined while they do not. */
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
  const [level, setLevel] = useState<Level>('private')
  return (
    <ChangeForm {...props} change={{ kind: 'visibility', level }}>
      <p>{t('bulk.visibilityText')}</p>
      <LevelChoice label={t('level.label')} value={level} onChange={setLevel} />
    </ChangeForm>
  )
}

function EquipmentFields(props: FieldsProps) {
  const [way, setWay] = useState<'add' | 'remove'>('add')
  const [ids, setIds] = useState<string[]>([])
  const { data } = useQuery(equipmentQuery)
  if (data?.length === 0) return <p>{t('bulk.noEquipment')}</p>
  const change = ids.length > 0 ? ({ kind: 'equipment', way, ids } as const) : undefined
  return (
    <ChangeForm {...props} change={change}>
      <Segments
        label={t('bulk.addOrRemove')}
        value={way}
        onChange={(value) => setWay(value === 'add' ? 'add' : 'remove')}
        data={[
          { value: 'add', label: t('bulk.add') },
          { value: 'remove', label: t('bulk.remove') },
        ]}
      />
      <EquipmentPicker label={t('settings.equipment')} value={ids} onChange={setIds} />
    </ChangeForm>
  )
}
