import type { Days } from '@/web/api/efforts'
import { Choice } from '@/web/components/Choice'
import { DayField } from '@/web/components/DayField'
import { t } from '@/web/i18n/text'
import type { OtherTimeName, TimeName } from './periods'
import { TIME_NAMES } from './time-names'

/** Chooses a time; for days of one's own there are two more fields. */
export function TimeChoice<Name extends TimeName | OtherTimeName>({
  label,
  times,
  chosen,
  days,
  onChoose,
  onDays,
}: {
  label: string
  times: readonly Name[]
  chosen: Name
  days: Days
  onChoose: (time: Name) => void
  onDays: (days: Days) => void
}) {
  const field = (name: keyof Days, text: string) => (
    <DayField
      size="md"
      label={`${label}: ${text}`}
      value={days[name] ?? ''}
      onChange={(day) => {
        const { [name]: _, ...others } = days
        onDays(day === '' ? others : { ...others, [name]: day })
      }}
    />
  )
  return (
    <>
      <Choice
        label={label}
        options={times.map((value) => ({ value, label: t(TIME_NAMES[value]) }))}
        value={chosen}
        onChange={onChoose}
      />
      {chosen === 'days' && field('from', t('filter.from'))}
      {chosen === 'days' && field('to', t('filter.to'))}
    </>
  )
}
