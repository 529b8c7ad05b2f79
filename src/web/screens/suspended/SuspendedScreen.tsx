import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { MessageScreen } from '@/web/components/page/MessageScreen'
import { t } from '@/web/i18n/text'

/** The actions available to a suspended account. */
export function SuspendedScreen() {
  return (
    <MessageScreen plate="II" title={t('suspended.title')} text={t('suspended.text')}>
      <Button component={Link} to="/profile/suspension">
        {t('sanction.why')}
      </Button>
      <Button component={Link} to="/profile/edit/account" variant="default">
        {t('suspended.account')}
      </Button>
    </MessageScreen>
  )
}
