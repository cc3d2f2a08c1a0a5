import { readableAmount, readableName } from '../messages/texts.ts';
import type { PageLanguage } from '../pages/language.ts';

/** The outcome for the receiver's money. */
export const receiptNews = ['paid', 'reversed', 'refunded', 'paid_out', 'returned'] as const;
export type ReceiptNews = (typeof receiptNews)[number];

/**
 * One sentence for each piece of news, with the link after it. `{merchant}`, `{amount}` and `{time}` are filled in. The
 * words avoid letters outside the GSM alphabet, so that a message is one segment.
 */
const sentences: Readonly<Record<PageLanguage, Readonly<Record<ReceiptNews, string>>>> = {
  en: {
    paid: 'You paid {amount} to {merchant}, {time}.',
    reversed: 'Taken back: your payment of {amount} to {merchant}, {time}.',
    refunded: '{merchant} refunded {amount} to you, {time}.',
    paid_out: '{merchant} sent you {amount}, {time}.',
    returned: 'Returned: {amount} that {merchant} sent you, {time}.',
  },
  fr: {
    paid: 'Vous avez payé {amount} à {merchant}, {time}.',
    reversed: 'Annulé : votre paiement de {amount} à {merchant}, {time}.',
    refunded: '{merchant} vous a remboursé {amount}, {time}.',
    paid_out: '{merchant} vous a envoyé {amount}, {time}.',
    returned: 'Retourné : {amount} de {merchant} pour vous, {time}.',
  },
  es: {
    paid: 'Usted pagó {amount} a {merchant}, {time}.',
    reversed: 'Revertido: su pago de {amount} a {merchant}, {time}.',
    refunded: '{merchant} le reembolsó {amount}, {time}.',
    paid_out: '{merchant} le envió {amount}, {time}.',
    returned: 'Devuelto: {amount} que {merchant} le envió, {time}.',
  },
  pt: {
    paid: 'Você pagou {amount} a {merchant}, {time}.',
    reversed: 'Revertido: seu pagamento de {amount} a {merchant}, {time}.',
    refunded: '{merchant} reembolsou {amount} a você, {time}.',
    paid_out: '{merchant} enviou {amount} a você, {time}.',
    returned: 'Devolvido: {amount} que {merchant} enviou, {time}.',
  },
  ht: {
    paid: 'Ou peye {amount} bay {merchant}, {time}.',
    reversed: 'Yo anile peman {amount} ou te fè bay {merchant}, {time}.',
    refunded: '{merchant} remèt ou {amount}, {time}.',
    paid_out: '{merchant} voye {amount} ba ou, {time}.',
    returned: 'Yo retounen {amount} {merchant} te voye ba ou, {time}.',
  },
  sw: {
    paid: 'Umelipa {amount} kwa {merchant}, {time}.',
    reversed: 'Yamebatilishwa: malipo yako ya {amount} kwa {merchant}, {time}.',
    refunded: '{merchant} amekurudishia {amount}, {time}.',
    paid_out: '{merchant} amekutumia {amount}, {time}.',
    returned: 'Zimerudishwa: {amount} ambazo {merchant} alikutumia, {time}.',
  },
};

const receiptWord: Readonly<Record<PageLanguage, string>> = {
  en: 'Receipt',
  fr: 'Preuve',
  es: 'Recibo',
  pt: 'Recibo',
  ht: 'Resi',
  sw: 'Risiti',
};

const stopLine: Readonly<Record<PageLanguage, string>> = {
  en: 'To get no more receipts of this merchant, open the link and choose "Stop these messages".',
  fr: 'Pour ne plus recevoir de reçus de ce marchand, ouvrez le lien et choisissez « Arrêter ces messages ».',
  es: 'Para no recibir más recibos de este comercio, abra el enlace y elija «Detener estos mensajes».',
  pt: 'Para não receber mais recibos deste comerciante, abra o link e escolha “Parar estas mensagens”.',
  ht: 'Pou w pa resevwa resi machann sa a ankò, louvri lyen an epi chwazi “Sispann mesaj sa yo”.',
  sw: 'Ili usipokee tena risiti za mfanyabiashara huyu, fungua kiungo na uchague "Sitisha ujumbe huu".',
};

export type News = {
  readonly news: ReceiptNews;
  readonly amount: bigint;
  readonly currency: { readonly code: string; readonly exponent: number };
  readonly merchant: string;
  readonly at: Date;
  readonly timeZone: string;
  readonly url: string;
};

/** The year comes first, so that no reader takes the month for the day. */
function shortTime(at: Date, timeZone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  return zoned.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
}

function sentenceOf({ news, amount, currency, merchant, at, timeZone }: News, language: PageLanguage, most: number) {
  const values: Readonly<Record<string, string>> = {
    amount: readableAmount(amount, currency, language),
    merchant: readableName(merchant, most),
    time: shortTime(at, timeZone),
  };
  return sentences[language][news].replace(/\{(\w+)\}/g, (_all, name: string) => values[name]!);
}

/** The default alphabet of an SMS (3GPP TS 23.038), without the escape and what costs two characters. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
    'abcdefghijklmnopqrstuvwxyzäöñüà',
);

/**
 * The text with letters of the GSM alphabet where the letter exists there without its accent: "reçu" becomes "recu".
 * One other letter would leave 70 characters for the whole message instead of 160.
 */
export const toGsm = (text: string): string =>
  [...text.normalize('NFC')]
    .map((letter) => {
      if (GSM.has(letter)) return letter;
      const [plain = letter] = letter.normalize('NFD');
      return GSM.has(plain) ? plain : letter;
    })
    .join('');

/** The names of merchants are cut to this in an SMS, so that the message is one segment. */
const MOST_NAME = 24;

export const receiptSms = (news: News, language: PageLanguage): string =>
  `${toGsm(sentenceOf(news, language, MOST_NAME))} ${receiptWord[language]}: ${news.url}`;

export function receiptEmail(news: News, language: PageLanguage, brand: string): { subject: string; text: string } {
  const sentence = sentenceOf(news, language, 80);
  return { subject: sentence, text: `${sentence}\n\n${news.url}\n\n${stopLine[language]}\n\n${brand}\n` };
}
