import { Button, Menu } from '@mantine/core';
import { type Language, languages } from '../texts/languages.ts';
import { chooseLanguage } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Check, Languages } from './icons.ts';

export function LanguageMenu() {
  const { t, language } = useTexts();
  const current = language as Language;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<Languages size={16} />}
          aria-label={`${t('ui.language')}${t('ui.colon')}${languages[current]?.name}`}
        >
          {languages[current]?.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(languages).map(([code, { name }]) => (
          <Menu.Item
            key={code}
            lang={code}
            onClick={() => chooseLanguage(code as Language)}
            rightSection={code === current ? <Check size={14} /> : null}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
