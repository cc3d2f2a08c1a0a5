import type { PageLanguage } from './language.ts';

type Texts = {
  readonly languages: string;
  readonly notFound: string;
  readonly notFoundAdvice: string;
  readonly unavailable: string;
  readonly unavailableAdvice: string;
};

/** The words that all pages share. */
export const pageTexts: Readonly<Record<PageLanguage, Texts>> = {
  en: {
    languages: 'Language',
    notFound: 'Page not found',
    notFoundAdvice: 'Check the address, or ask the sender for a new link.',
    unavailable: 'The page is not available right now',
    unavailableAdvice: 'Nothing was changed. Wait a minute and load this page again.',
  },
  fr: {
    languages: 'Langue',
    notFound: 'Page introuvable',
    notFoundAdvice: "Vérifiez l'adresse, ou demandez un nouveau lien à l'expéditeur.",
    unavailable: "La page n'est pas disponible pour le moment",
    unavailableAdvice: "Rien n'a été modifié. Attendez une minute et rechargez cette page.",
  },
  es: {
    languages: 'Idioma',
    notFound: 'Página no encontrada',
    notFoundAdvice: 'Revise la dirección o pida un nuevo enlace a quien se lo envió.',
    unavailable: 'La página no está disponible ahora',
    unavailableAdvice: 'No se cambió nada. Espere un minuto y vuelva a cargar esta página.',
  },
  pt: {
    languages: 'Idioma',
    notFound: 'Página não encontrada',
    notFoundAdvice: 'Verifique o endereço ou peça um novo link a quem o enviou.',
    unavailable: 'A página não está disponível agora',
    unavailableAdvice: 'Nada foi alterado. Espere um minuto e carregue esta página de novo.',
  },
  ht: {
    languages: 'Lang',
    notFound: 'Nou pa jwenn paj sa a',
    notFoundAdvice: 'Verifye adrès la, oswa mande moun ki te voye li a yon nouvo lyen.',
    unavailable: 'Paj la pa disponib kounye a',
    unavailableAdvice: 'Anyen pa chanje. Tann yon minit epi chaje paj sa a ankò.',
  },
  sw: {
    languages: 'Lugha',
    notFound: 'Ukurasa haukupatikana',
    notFoundAdvice: 'Angalia anwani, au mwombe aliyekutumia kiungo kipya.',
    unavailable: 'Ukurasa haupatikani kwa sasa',
    unavailableAdvice: 'Hakuna kilichobadilishwa. Subiri dakika moja kisha fungua ukurasa huu tena.',
  },
};
