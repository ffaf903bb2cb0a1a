// templates
