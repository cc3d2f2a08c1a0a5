import type { Catalogue } from './catalogue.ts';

export const es: Catalogue = {
  sms: {
    login_code: '{code}: tu código de acceso a {brand}. No lo des a nadie.',
    registration_code: '{code}: tu código para abrir una cuenta {brand}.',
    password_reset_code: '{code}: tu código para una nueva contraseña {brand}.',
    payment_approval_code: '{code} aprueba {amount} a {merchant}. Si no eres quien paga, no lo des a nadie. {brand}',
    password_changed: 'Tu contraseña de {brand} ha cambiado. Si no lo has hecho, vuelve a cambiarla ahora y avisa.',
    two_factor_on:
      'Entrar en {brand} pide ahora un segundo paso. Si no lo has activado, cambia tu contraseña ahora y avisa.',
    two_factor_off:
      'Entrar en {brand} ya no pide un segundo paso. Si no lo has quitado, cambia tu contraseña ahora y avisa.',
  },
  email: {
    login_code: {
      subject: 'Tu código para entrar en {brand}',
      text: 'Tu código para entrar es {code}.\n\nNo se lo des a nadie. Si no estás entrando, cambia tu contraseña.',
    },
    registration_code: {
      subject: 'Tu código de {brand}',
      text: 'Tu código para abrir una cuenta es {code}.\n\nNo se lo des a nadie. Si no lo pediste, ignora este mensaje.',
    },
    password_reset_code: {
      subject: 'Una nueva contraseña de {brand}',
      text: 'Tu código para una nueva contraseña es {code}.\n\nSi no lo pediste, ignora este mensaje: tu contraseña sigue igual.',
    },
    payment_approval_code: {
      subject: 'Aprueba un pago',
      text: 'El código {code} aprueba {amount} a {merchant}.\n\nSi no estás pagando, no se lo des a nadie: no se pagará nada.',
    },
    password_changed: {
      subject: 'Tu contraseña de {brand} ha cambiado',
      text: 'Tu contraseña ha cambiado.\n\nSi no fuiste tú, cámbiala ahora y avísanos.',
    },
    two_factor_on: {
      subject: 'Entrar en {brand} pide un segundo paso',
      text: 'Para entrar en tu cuenta hace falta ahora un código, además de la contraseña.\n\nSi no fuiste tú, cambia tu contraseña ahora y avísanos.',
    },
    two_factor_off: {
      subject: 'Entrar en {brand} ya no pide un segundo paso',
      text: 'Para entrar en tu cuenta vuelve a bastar la contraseña.\n\nSi no fuiste tú, cambia tu contraseña ahora y avísanos.',
    },
    developer_invitation: {
      subject: 'Tienes una invitación a {integration}',
      text: 'Tienes una invitación para trabajar en la integración {integration} de {brand}. Para aceptarla, abre:\n\n{link}\n\nEl enlace es solo tuyo. Si no esperabas una invitación, ignora este mensaje.',
    },
    webhook_failing: {
      subject: 'Tu destino de webhooks falla (día {day})',
      text: '{url} no ha respondido 2xx a ninguna entrega. Días sin éxito: {day}.\n\nEl día 5 se desactivará. Hasta entonces las entregas se reintentan, y después se pueden reenviar.',
    },
    webhook_disabled: {
      subject: 'Tu destino de webhooks se ha desactivado',
      text: '{url} no ha respondido 2xx a ninguna entrega durante 5 días y se ha desactivado.\n\nLo que le falta se guarda. Repáralo, actívalo y repite las entregas.',
    },
    close_reviewed: {
      subject: 'El cierre de {rail} del {day} está revisado',
      text:
        'El día {day} de {rail} está cerrado y revisado.\n\n' +
        'En el proveedor: {there}\n' +
        'En nuestros libros: {here}\nDiferencia: {difference}, explicada por {items} partidas.\n\n' +
        'Los documentos están en el panel: {link}',
    },
    schedule_upcoming: {
      subject: '{name}: se pagarán {amount} el {at}',
      text:
        'El pago programado {name} se hace el {at}.\n\n' +
        'Personas: {count}\nTotal: {amount}, más comisiones\n\n' +
        'Para cambiarlo, pausarlo o terminarlo, abra:\n\n' +
        '{page}',
    },
    schedule_failed: {
      subject: '{name}: el pago programado no se hizo',
      text:
        'El pago programado {name} del {at} no se hizo.\n\n' +
        'Personas: {count}\nTotal: {amount}, más comisiones\n\n' +
        'El motivo, y qué hacer, está aquí:\n\n' +
        '{page}',
    },
    export_completed: {
      subject: 'Tu exportación está lista',
      text: 'El archivo está listo. Registros: {rows}.\n\nDescárgalo en los próximos 7 días:\n\n{page}',
    },
  },
};
