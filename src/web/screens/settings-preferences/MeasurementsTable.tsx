import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ComparedMeasurements } from '@/web/api/workouts/measurements'
import { NativeSelect, renderOptions } from '@/web/components/forms/NativeSelect'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './Measurements.module.css'
import { compareFigure, FIGURES, type FigureName } from './measured-figures'

/** A figure of the last workouts under both settings, with the difference; the user chooses which figure. */
export function MeasurementsTable({ workouts }: { workouts: readonly ComparedMeasurements[] }) {
  const [figure, setFigure] = useState<FigureName>('distance')
  if (workouts.length === 0) return <p role="status">{t('measured.compareNone')}</p>
  const options = FIGURES.map(({ value, label }) => ({ value, label: t(label) }))
  const choose = (name: string) =>
    setFigure(FIGURES.find(({ value }) => value === name)?.value ?? 'distance')
  return (
    <NumberTable
      title={t('measured.compareTitle')}
      tools={
        <NativeSelect label={t('measured.figure')} isLabelHidden value={figure} onChange={choose}>
          {renderOptions(options)}
        </NativeSelect>
      }
      headings={[
        t('workout.untitled'),
        t('measured.byDevice'),
        'FitTrackee',
        t('measured.difference'),
      ]}
    >
      {workouts.map((workout) => (
        <FigureRow key={workout.id} workout={workout} figure={figure} />
      ))}
    </NumberTable>
  )
}

function FigureRow({ workout, figure }: { workout: ComparedMeasurements; figure: FigureName }) {
  const preferences = usePreferences()
  const texts = compareFigure(workout, figure, preferences)
  return (
    <tr>
      <th scope="row" className={classes.workout}>
        <Link to="/workouts/$workoutId" params={{ workoutId: workout.id }}>
          {workout.title || t('workout.untitled')}
        </Link>
        <small>{formatDate(new Date(workout.workout_date), preferences)}</small>
      </th>
      {workout.error === null ? (
        <>
          <td>{texts.device}</td>
          <td>{texts.fittrackee}</td>
          <td>{texts.difference}</td>
        </>
      ) : (
        <td colSpan={3}>{t('measured.unreadable')}</td>
      )}
    </tr>
  )
}
