import type { EditPreview } from '@/web/api/workouts/edits'
import type { Workout } from '@/web/api/workouts/workouts'
import { formatQuantity } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { mainFacts } from '@/web/screens/workout/workout-numbers'
import { usePreferences } from '@/web/state/preferences'
import classes from './RecordingEditor.module.css'

/** The main figures before and after an edit, and those of the second part of a split. */
export function EditFigures({
  workout,
  preview: { before, after, other },
}: {
  workout: Workout
  preview: EditPreview
}) {
  const preferences = usePreferences()
  const columns = [before, after, ...(other ? [other] : [])].map((metrics) =>
    mainFacts({ ...workout, ...metrics }, preferences),
  )
  const headings = [
    t('trackEdit.before'),
    t('trackEdit.after'),
    ...(other ? [t('trackEdit.second')] : []),
  ]
  return (
    <table className={classes.figures}>
      <thead>
        <tr>
          <td />
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {columns[0]?.map(({ label }) => (
          <tr key={label}>
            <th scope="row">{t(label)}</th>
            {columns.map((facts, i) => {
              const fact = facts.find((each) => each.label === label)
              return <td key={headings[i]}>{fact ? formatQuantity(fact.quantity) : '–'}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
