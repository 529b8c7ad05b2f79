import type { ComponentProps } from 'react'
import { Dialog } from '@/web/components/feedback/Dialog'
import { t } from '@/web/i18n/text'
import { FilterForm } from './FilterForm'

/** The filter form in a dialog at the edge of the page. */
export function FilterDialog({
  opened,
  onClose,
  ...form
}: { opened: boolean; onClose: () => void } & Omit<ComponentProps<typeof FilterForm>, 'onDone'>) {
  return (
    <Dialog title={t('filter.title')} opened={opened} onClose={onClose} side>
      <FilterForm {...form} onDone={onClose} />
    </Dialog>
  )
}
