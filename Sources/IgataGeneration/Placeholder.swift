// IgataGeneration
