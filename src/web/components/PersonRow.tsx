import type { ReactNode } from 'react'
import { t } from '@/web/i18n/text'
import { PersonItem } from './PersonItem'

/** Somebody in a list, and what can be done about them. */
export function PersonRow({
  person,
  children,
}: {
  person: { username: string; picture: boolean; nb_workouts: number }
  children?: ReactNode
}) {
  return (
    <li data-row>
      <PersonItem person={person} facts={[t('equipment.workouts', { count: person.nb_workouts })]}>
        {children}
      </PersonItem>
    </li>
  )
}
