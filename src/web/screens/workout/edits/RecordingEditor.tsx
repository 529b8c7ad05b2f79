import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import {
  type EditPreview,
  editPreviewQuery,
  editRecording,
  editsQuery,
  type RecordingEdits,
  refreshRecording,
  undoEdits,
} from '@/web/api/workouts/edits'
import { type ChartPoint, chartQuery, type Workout } from '@/web/api/workouts/workouts'
import { createTrackLink } from '@/web/charts/cursor'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { LoadError } from '@/web/components/feedback/LoadError'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { HandbookLink } from '@/web/components/page/HandbookLink'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { formatClock } from '@/web/format/duration'
import { t } from '@/web/i18n/text'
import { RouteMap } from '@/web/map/RouteMap'
import { useSport } from '@/web/state/sports'
import { EditChart } from './EditChart'
import { EditFigures } from './EditFigures'
import { type EditChoice, TOOL_NAMES, TOOL_TEXTS, TOOLS, toChoice, toEdit } from './edit-choice'
import classes from './RecordingEditor.module.css'

/** Milliseconds without a change after which an edit is previewed. */
const PREVIEW_DELAY = 500

/** Trims, cuts, splits and cleans a recording, with a preview of its figures and map. */
export function RecordingEditor({ workout }: { workout: Workout }) {
  const chart = useQuery(chartQuery(workout.id))
  const edits = useQuery(editsQuery(workout.id))
  return (
    <div className={classes.editor}>
      <p>{t('trackEdit.text')}</p>
      <LoadError queries={[chart, edits]} />
      {edits.data && <EditList workoutId={workout.id} edits={edits.data} />}
      {chart.data && edits.data && (
        // After an edit, the points and therefore the choice are different.
        <EditTools
          key={`${workout.id} ${edits.data.edits.length} ${chart.data.length}`}
          workout={workout}
          points={chart.data}
          suggestions={edits.data.suggestions}
        />
      )}
    </div>
  )
}

const REASONS = { too_fast: 'trackEdit.tooFast', spikes: 'trackEdit.hasSpikes' } as const

function EditTools({
  workout,
  points,
  suggestions,
}: {
  workout: Workout
  points: readonly ChartPoint[]
  suggestions: RecordingEdits['suggestions']
}) {
  const client = useQueryClient()
  const [choice, choose] = useState<EditChoice>({
    tool: 'trim',
    from: 0,
    to: points.length - 1,
  })
  const edit = useMemo(() => toEdit(choice, points), [choice, points])
  const [settled] = useDebouncedValue(edit, PREVIEW_DELAY)
  const preview = useQuery(editPreviewQuery(workout.id, settled))
  const saving = useMutation({
    mutationFn: async () => edit && editRecording(workout.id, edit),
    onSuccess: () => refreshRecording(client, workout.id),
  })
  return (
    <>
      {suggestions.map(({ edit: suggested, reason }) => (
        <div key={suggested.kind} className={classes.actions}>
          <span>{t(REASONS[reason])}</span>
          <Button variant="default" size="xs" onClick={() => choose(toChoice(suggested, points))}>
            {t('trackEdit.useSuggestion', { name: t(TOOL_NAMES[suggested.kind]) })}
          </Button>
        </div>
      ))}
      <SegmentedControl
        label={t('trackEdit.tool')}
        value={choice.tool}
        onChange={(tool) => choose({ ...choice, tool })}
        data={TOOLS.map((tool) => ({ value: tool, label: t(TOOL_NAMES[tool]) }))}
      />
      <p>
        {t(TOOL_TEXTS[choice.tool])} <HandbookLink topic="editing" />
      </p>
      <EditChart points={points} choice={choice} />
      <Sliders points={points} choice={choice} onChange={choose} />
      <ErrorNote error={preview.error ?? saving.error} />
      {preview.data && edit && <PreviewPanel workout={workout} preview={preview.data} />}
      <div className={classes.actions}>
        <BusyButton disabled={!edit} busy={saving.isPending} onClick={() => saving.mutate()}>
          {t('trackEdit.save')}
        </BusyButton>
      </div>
    </>
  )
}

function PreviewPanel({ workout, preview }: { workout: Workout; preview: EditPreview }) {
  const config = useQuery(configQuery)
  const sport = useSport(workout.sport_id)
  const [link] = useState(createTrackLink)
  return (
    <>
      <EditFigures workout={workout} preview={preview} />
      {preview.line && preview.line.coordinates.length > 0 && config.data && (
        <div className={classes.map}>
          <RouteMap
            lines={preview.line.coordinates}
            places={NO_PLACES}
            source={config.data}
            color={getSportStyle(workout.sport_id, sport?.color).color}
            painted={null}
            link={link}
          />
        </div>
      )}
    </>
  )
}

const NO_PLACES: never[] = []

/** Sliders for the range of an edit, which arrow keys move point by point. */
function Sliders({
  points,
  choice,
  onChange,
}: {
  points: readonly ChartPoint[]
  choice: EditChoice
  onChange: (choice: EditChoice) => void
}) {
  const { tool, from, to } = choice
  if (tool === 'spikes') return null
  const range = { points, max: points.length - 1 }
  if (tool === 'split')
    return (
      <PointSlider
        {...range}
        label={t('trackEdit.at')}
        value={from}
        onChange={(value) => onChange({ ...choice, from: value })}
      />
    )
  return (
    <>
      <PointSlider
        {...range}
        label={t('trackEdit.from')}
        value={from}
        onChange={(value) => onChange({ ...choice, from: value, to: Math.max(value, to) })}
      />
      <PointSlider
        {...range}
        label={t('trackEdit.to')}
        value={to}
        onChange={(value) => onChange({ ...choice, to: value, from: Math.min(value, from) })}
      />
    </>
  )
}

function PointSlider({
  points,
  max,
  label,
  value,
  onChange,
}: {
  points: readonly ChartPoint[]
  max: number
  label: string
  value: number
  onChange: (value: number) => void
}) {
  const clock = formatClock(points[value]?.duration ?? 0)
  return (
    <label className={classes.slider}>
      <span>
        {label} <span>{clock}</span>
      </span>
      <input
        type="range"
        min={0}
        max={max}
        value={value}
        aria-valuetext={clock}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </label>
  )
}

/** The edits so far, which can be undone. */
function EditList({ workoutId, edits: { edits } }: { workoutId: string; edits: RecordingEdits }) {
  const client = useQueryClient()
  const undoing = useMutation({
    mutationFn: (all: boolean) => undoEdits(workoutId, all),
    onSuccess: () => refreshRecording(client, workoutId),
  })
  if (edits.length === 0) return null
  return (
    <section aria-label={t('trackEdit.edits')}>
      <ol>
        {edits.map(({ kind }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: edits have no other identity than their place in the list
          <li key={index}>{t(TOOL_NAMES[kind])}</li>
        ))}
      </ol>
      <div className={classes.actions}>
        <BusyButton
          variant="default"
          size="sm"
          busy={undoing.isPending}
          onClick={() => undoing.mutate(false)}
        >
          {t('trackEdit.undo')}
        </BusyButton>
        {edits.length > 1 && (
          <BusyButton
            variant="default"
            size="sm"
            busy={undoing.isPending}
            onClick={() => undoing.mutate(true)}
          >
            {t('trackEdit.undoAll')}
          </BusyButton>
        )}
      </div>
      <ErrorNote error={undoing.error} />
    </section>
  )
}
