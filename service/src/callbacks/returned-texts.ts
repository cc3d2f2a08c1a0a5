import type { PageLanguage } from '../pages/language.ts';

type Texts = { readonly title: string; readonly result: string; readonly close: string };

export const returnTexts: Readonly<Record<PageLanguage, Texts>> = {
  en: {
    title: 'You can return to the shop',
    result: 'This page does not know the result of your payment. The shop will tell you the result.',
    close: 'You can close this page.',
  },
  fr: {
    title: 'Vous pouvez retourner à la boutique',
    result: 'Cette page ne connaît pas le résultat de votre paiement. La boutique vous le communiquera.',
    close: 'Vous pouvez fermer cette page.',
  },
  es: {
    title: 'Puede volver a la tienda',
    result: 'Esta página no conoce el resultado de su pago. La tienda se lo comunicará.',
    close: 'Puede cerrar esta página.',
  },
  pt: {
    title: 'Você pode voltar à loja',
    result: 'Esta página não conhece o resultado do seu pagamento. A loja vai informar você.',
    close: 'Você pode fechar esta página.',
  },
  ht: {
    title: 'Ou ka retounen nan boutik la',
    result: 'Paj sa a pa konnen rezilta peman ou an. Boutik la ap ba ou rezilta a.',
    close: 'Ou ka fèmen paj sa a.',
  },
  sw: {
    title: 'Unaweza kurudi dukani',
    result: 'Ukurasa huu haujui matokeo ya malipo yako. Duka litakujulisha matokeo.',
    close: 'Unaweza kufunga ukurasa huu.',
  },
};
