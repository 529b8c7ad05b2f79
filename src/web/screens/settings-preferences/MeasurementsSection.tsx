import { Progress } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import {
  abortRemeasuring,
  compareMeasurements,
  type MeasurementsState,
  measurementsQuery,
  remeasureAll,
} from '@/web/api/workouts/measurements'
import { refreshWorkouts } from '@/web/api/workouts/workouts'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { LoadError } from '@/web/components/feedback/LoadError'
import { HandbookLink } from '@/web/components/page/HandbookLink'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './Measurements.module.css'
import { MeasurementsTable } from './MeasurementsTable'

type Remeasurement = NonNullable<MeasurementsState['remeasurement']>

/** Compares both settings for the last workouts, and measures all recordings again. */
export function MeasurementsSection({ isSaved }: { isSaved: boolean }) {
  const state = useQuery(measurementsQuery)
  const comparison = useMutation({ mutationFn: compareMeasurements })
  const request = state.data?.remeasurement
  useFreshWorkouts(request)
  return (
    <div className={classes.section}>
      <div className={classes.buttons}>
        <BusyButton
          variant="default"
          busy={comparison.isPending}
          onClick={() => comparison.mutate()}
        >
          {t('measured.compare')}
        </BusyButton>
        {request?.status !== 'in_progress' && isSaved && <RemeasureButton />}
      </div>
      {!isSaved && <p className={classes.text}>{t('measured.saveFirst')}</p>}
      <HandbookLink topic="measurements" />
      <LoadError queries={[state]} />
      <ErrorNote error={comparison.error} />
      {request && <RemeasurementState request={request} />}
      {comparison.data && <MeasurementsTable workouts={comparison.data} />}
    </div>
  )
}

/** Reloads the lists of workouts when their figures have changed. */
function useFreshWorkouts(request: Remeasurement | null | undefined): void {
  const client = useQueryClient()
  const done = request?.done ?? 0
  const isOver = request?.status !== 'in_progress'
  useEffect(() => {
    if (isOver && done > 0) void refreshWorkouts(client)
  }, [client, done, isOver])
}

/** A button that starts or stops measuring, and displays the new state. */
function useStateChange(change: () => Promise<MeasurementsState>) {
  const client = useQueryClient()
  return useMutation<void, Error, void>({
    mutationFn: async () => void client.setQueryData(measurementsQuery.queryKey, await change()),
  })
}

function RemeasureButton() {
  const action = useStateChange(remeasureAll)
  return (
    <ConfirmButton
      label={t('measured.again')}
      title={t('measured.againTitle')}
      text={t('measured.againText')}
      confirm={t('measured.againConfirm')}
      action={action}
    />
  )
}

/** The progress or the result of measuring all recordings again. */
function RemeasurementState({ request }: { request: Remeasurement }) {
  const preferences = usePreferences()
  const abort = useStateChange(abortRemeasuring)
  const { status, done, total, failed, failures, ended_at: endedAt } = request
  if (status === 'in_progress')
    return (
      <>
        <p className={classes.text} role="status">
          {t('measured.running', { done, total })}
        </p>
        <Progress
          value={(100 * done) / Math.max(total, 1)}
          size="lg"
          radius="xl"
          aria-label={t('measured.progress')}
        />
        <div className={classes.buttons}>
          <BusyButton variant="default" busy={abort.isPending} onClick={() => abort.mutate()}>
            {t('measured.stop')}
          </BusyButton>
        </div>
        <ErrorNote error={abort.error} />
      </>
    )
  const date = endedAt ? formatDate(new Date(endedAt), preferences) : ''
  return (
    <>
      <p className={classes.text} role="status">
        {status === 'aborted'
          ? t('measured.stopped', { done, total })
          : t('measured.done', { count: done - failed, date })}
      </p>
      {failed > 0 && (
        <>
          <p className={classes.text}>{t('measured.failed', { count: failed })}</p>
          <ul className={classes.failures}>
            {failures.map(({ workout_id: workoutId, error }) => (
              <li key={workoutId}>
                <Link to="/workouts/$workoutId" params={{ workoutId }}>
                  {error}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
