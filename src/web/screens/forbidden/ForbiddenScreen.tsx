import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { MessageScreen } from '@/web/components/MessageScreen'
import { t } from '@/web/i18n/text'

/** For pages that others may use. */
export function ForbiddenScreen() {
  return (
    <MessageScreen plate="403" title={t('forbidden.title')} text={t('forbidden.text')}>
      <Button component={Link} to="/">
        {t('notFound.home')}
      </Button>
    </MessageScreen>
  )
}
