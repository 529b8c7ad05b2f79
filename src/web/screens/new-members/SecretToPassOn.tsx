import { Button } from '@mantine/core'
import { Notice } from '@/web/components/feedback/Notice'
import { CopyField } from '@/web/components/forms/CopyField'
import { t } from '@/web/i18n/text'
import classes from './NewMembers.module.css'

/** A link or password that the server does not email and that cannot be retrieved later. */
export function SecretToPassOn({
  text,
  label,
  value,
  onDone,
}: {
  text: string
  label: string
  value: string
  onDone: () => void
}) {
  return (
    <div className={classes.secret}>
      <Notice>{text}</Notice>
      <CopyField label={label} value={value} />
      <Button variant="default" onClick={onDone}>
        {t('tokens.done')}
      </Button>
    </div>
  )
}
